package dev.loadgen.kv.codec;

/// A user that was read: an object, or its bytes in place.
public sealed interface UserView permits User, UserStruct {
  /// Whose record it is.
  long id();

  /// How many friends there are.
  int friendCount();

  /// The id of a friend.
  ///
  /// @param index 0 to [#friendCount] − 1
  long friend(int index);

  /// Looks at everything: the sum of the id, of every character of name and mail, and of the ids of
  /// the friends. Two views of equal users have the same.
  long sum();

  /// The user as an object of its own.
  User toUser();

  /// Whether it is one of the users that [User#of(long, long)] makes for this id.
  default boolean isMadeFor(long id) {
    return id() == id
        && friendCount() == MadeUser.FRIENDS
        && toUser().equals(User.of(id, friend(0)));
  }
}
