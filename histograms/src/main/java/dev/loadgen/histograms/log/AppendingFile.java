package dev.loadgen.histograms.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A new file that only grows, a block of whole lines at a time. If the disk takes only part of a
/// block, the file is cut back to the end of the block before, so that what is there stays
/// readable.
final class AppendingFile implements Closeable {
  private final FileChannel channel;
  private long wholeBytes;

  AppendingFile(Path file) throws IOException {
    channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  void append(byte[] bytes, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
    try {
      channel.position(wholeBytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      wholeBytes += length;
    } catch (IOException e) {
      try {
        channel.truncate(wholeBytes);
      } catch (IOException inner) {
        e.addSuppressed(inner);
      }
      throw e;
    }
  }

  void append(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    append(bytes, bytes.length);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
