package dev.loadgen.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Compiles the class of a binding, as its author would.
final class BindingCompiler {
  private BindingCompiler() {}

  /// Compiles one class.
  ///
  /// @param scratch a directory for what is compiled
  /// @param classPath what it is compiled against, beside YCSB's core
  /// @return a directory of classes
  static Path compile(Path scratch, String name, String source, List<Path> classPath)
      throws IOException {
    Path classes = Files.createTempDirectory(scratch, "classes");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject unit =
        new SimpleJavaFileObject(
            URI.create("string:///" + name.replace('.', '/') + ".java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> path = new ArrayList<>();
    classPath.forEach(entry -> path.add(entry.toString()));
    path.add(System.getProperty("java.class.path"));
    List<String> options =
        List.of(
            "-proc:none",
            "-d",
            classes.toString(),
            "-cp",
            path.stream().collect(Collectors.joining(File.pathSeparator)));
    assertThat(compiler.getTask(null, null, null, options, null, List.of(unit)).call()).isTrue();
    return classes;
  }
}
