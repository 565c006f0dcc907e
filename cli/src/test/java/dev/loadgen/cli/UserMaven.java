package dev.loadgen.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Maven as a user has it, who has never built a loadgen: with a local repository of its own.
final class UserMaven {
  /// Offers what the user's repository has, so that not all plugins are fetched anew; no snapshots,
  /// so that nothing of ours can come from there.
  private static final String SETTINGS =
      """
      <settings>
        <profiles>
          <profile>
            <id>known</id>
            <repositories><repository>%1$s</repository></repositories>
            <pluginRepositories><pluginRepository>%1$s</pluginRepository></pluginRepositories>
          </profile>
        </profiles>
        <activeProfiles><activeProfile>known</activeProfile></activeProfiles>
      </settings>
      """
          .formatted(
              """
              <id>known</id>
              <url>%s</url>
              <releases><checksumPolicy>ignore</checksumPolicy></releases>
              <snapshots><enabled>false</enabled></snapshots>
              """
                  .formatted(
                      Path.of(System.getProperty("loadgen.maven.repository")).toUri().toString()));

  private UserMaven() {}

  /// Builds a project.
  ///
  /// @param scratch a directory for settings and repository
  /// @return the local repository
  static Path run(Path project, Path scratch, String... arguments)
      throws IOException, InterruptedException {
    Path mvn = OutsideProgram.findBeside(Path.of(System.getProperty("maven.home"), "bin"), "mvn");
    Path repository = scratch.resolve("repository");
    Path settings = Files.writeString(scratch.resolve("settings.xml"), SETTINGS);
    List<String> command =
        new ArrayList<>(
            List.of(
                mvn.toString(),
                "-B",
                "-ntp",
                "--global-settings",
                settings.toString(),
                "-Dmaven.repo.local=" + repository));
    command.addAll(List.of(arguments));
    LoadgenProcess.start(project, Map.of(), command).endWell();
    return repository;
  }
}
