package dev.loadgen.kv.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.util.Set;

/// Users as the JDK's own serialization writes them: a stream for each, since each value stands
/// alone. No classes are read but those of which a user consists.
public final class JavaCodec extends CopyingCodec {
  private static final int MOST_DEPTH = 3;
  private static final int MOST_REFERENCES = 16;
  private static final Set<Class<?>> ADMITTED = Set.of(User.class, String.class, long[].class);

  /// A stream's bytes, without the copy.
  private static final class Written extends ByteArrayOutputStream {
    Written() {
      super(512);
    }

    byte[] bytes() {
      return buf;
    }
  }

  private final Written written = new Written();

  @Override
  public int encode(User user) {
    written.reset();
    try (ObjectOutputStream out = new ObjectOutputStream(written)) {
      out.writeObject(user);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the array does not fail
    }
    UserCodec.requireReadable(written.size());
    return written.size();
  }

  @Override
  public byte[] bytes() {
    return written.bytes();
  }

  @Override
  User read(byte[] source, int from, int length) throws UndecodableException {
    ByteArrayInputStream bytes = new ByteArrayInputStream(source, from, length);
    Object read;
    try (ObjectInputStream in = new UserStream(bytes)) {
      in.setObjectInputFilter(JavaCodec::admit);
      read = in.readObject();
    } catch (IOException | ClassNotFoundException | RuntimeException e) { // it has many
      throw new UndecodableException("a value is no user in java", e);
    }
    return whole(read, bytes.available(), "java");
  }

  private static ObjectInputFilter.Status admit(ObjectInputFilter.FilterInfo info) {
    Class<?> type = info.serialClass();
    boolean admitted =
        (type == null || ADMITTED.contains(type))
            && info.arrayLength() <= MOST_BYTES / Long.BYTES
            && info.depth() <= MOST_DEPTH
            && info.references() <= MOST_REFERENCES
            && info.streamBytes() <= MOST_BYTES;
    return admitted ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
  }

  /// Does not even load another class: the filter is asked only when that has been done.
  private static final class UserStream extends ObjectInputStream {
    UserStream(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws InvalidClassException {
      for (Class<?> type : ADMITTED) {
        if (type.getName().equals(description.getName())) {
          return type;
        }
      }
      throw new InvalidClassException(description.getName(), "is no part of a user");
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws InvalidClassException {
      throw new InvalidClassException("proxies are no part of a user");
    }
  }
}
