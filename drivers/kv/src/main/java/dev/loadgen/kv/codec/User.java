package dev.loadgen.kv.codec;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/// A user: what is stored, unless values are the workload's bytes.
///
/// @param id whose record it is
/// @param name of characters up to U+00FF
/// @param mail likewise
/// @param friends ids of other users; not to be changed
@SuppressWarnings(
    "ArrayRecordComponent") // boxes would cost the other encodings more than the struct
public record User(long id, String name, String mail, long[] friends)
    implements UserView, Serializable {
  private static final long serialVersionUID = 1;

  /// The user that is made at first for an id.
  public static User of(long id) {
    return of(id, MadeUser.firstFriend(id));
  }

  /// The user for an id whose first friend is this. Name, mail and the other friends follow from
  /// the two, so that whoever reads it can tell whether it is as it was written.
  public static User of(long id, long firstFriend) {
    long drawn = MadeUser.drawn(id);
    byte[] text = new byte[MadeUser.ROOM_BYTES];
    int nameLength = MadeUser.putName(text, 0, drawn);
    String name = new String(text, 0, nameLength, StandardCharsets.ISO_8859_1);
    int mailLength = MadeUser.putMail(text, 0, drawn);
    String mail = new String(text, 0, mailLength, StandardCharsets.ISO_8859_1);
    long[] friends = new long[MadeUser.FRIENDS];
    for (int i = 0; i < friends.length; i++) {
      friends[i] = MadeUser.friend(id, firstFriend, i);
    }
    return new User(id, name, mail, friends);
  }

  @Override
  public int friendCount() {
    return friends.length;
  }

  @Override
  public long friend(int index) {
    return friends[index];
  }

  @Override
  public long sum() {
    long sum = id + sum(name) + sum(mail);
    for (long friend : friends) {
      sum += friend;
    }
    return sum;
  }

  private static int sum(String text) {
    int sum = 0;
    for (int i = 0; i < text.length(); i++) {
      sum += text.charAt(i);
    }
    return sum;
  }

  @Override
  public User toUser() {
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof User user
        && id == user.id
        && name.equals(user.name)
        && mail.equals(user.mail)
        && Arrays.equals(friends, user.friends);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name, mail, Arrays.hashCode(friends));
  }

  @Override
  public String toString() {
    return id + " " + name + " " + mail + " " + Arrays.toString(friends);
  }
}
