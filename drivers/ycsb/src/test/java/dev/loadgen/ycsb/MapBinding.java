package dev.loadgen.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ConcurrentSkipListMap;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/// A binding as users have them: rows in memory.
public class MapBinding extends DB {
  static final ConcurrentSkipListMap<String, Map<String, String>> ROWS =
      new ConcurrentSkipListMap<>();
  static final Map<String, String> SEEN = new TreeMap<>();

  @Override
  public void init() throws DBException {
    if (getProperties().containsKey("map.fail")) {
      throw new DBException("no such host: " + getProperties().getProperty("map.fail"));
    }
    System.out.println("map binding is ready");
    synchronized (SEEN) {
      getProperties().forEach((name, value) -> SEEN.put(name.toString(), value.toString()));
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Map<String, String> row = ROWS.get(table + "/" + key);
    if (row == null) {
      return Status.NOT_FOUND;
    }
    row.forEach((name, value) -> {
      if (fields == null || fields.contains(name)) {
        result.put(name, new StringByteIterator(value));
      }
    });
    return Status.OK;
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature
  public Status scan(
      String table,
      String key,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    ROWS.tailMap(table + "/" + key, true).values().stream()
        .limit(count)
        .forEach(row -> result.add(new HashMap<>()));
    return result.isEmpty() ? new Status("no-rows", "nothing there") : Status.OK;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Map<String, String> row = ROWS.get(table + "/" + key);
    if (row == null) {
      return Status.ERROR;
    }
    values.forEach((name, value) -> row.put(name, value.toString()));
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    ROWS.computeIfAbsent(table + "/" + key, k -> new java.util.concurrent.ConcurrentHashMap<>());
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return Status.NOT_IMPLEMENTED;
  }
}
