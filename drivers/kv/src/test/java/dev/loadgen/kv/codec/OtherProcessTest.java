package dev.loadgen.kv.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What one process wrote another reads, and the other way round.
class OtherProcessTest {
  @ParameterizedTest
  @Timeout(60)
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void processesUnderstandOneAnother(Codec kind) throws Exception {
    Process echo =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                UserEcho.class.getName(),
                kind.name())
            .redirectError(Redirect.INHERIT)
            .start();
    UserCodec codec = kind.userCodec();
    RandomUsers users = new RandomUsers(5);
    try (DataOutputStream out = new DataOutputStream(echo.getOutputStream());
        DataInputStream in = new DataInputStream(echo.getInputStream())) {
      for (int i = 0; i < 200; i++) {
        User user = users.next();
        int length = codec.encode(user);
        UserEcho.write(out, codec.bytes(), length);
        out.flush();
        String read = new String(UserEcho.read(in), StandardCharsets.UTF_8);
        assertThat(read).isEqualTo(user.toString());
        byte[] answer = UserEcho.read(in);
        assertThat(codec.decode(answer, 0, answer.length).toUser())
            .isEqualTo(UserEcho.answer(user));
      }
    } finally {
      echo.destroyForcibly().waitFor();
    }
  }
}
