package dev.loadgen.ycsb;

import java.util.LinkedHashMap;
import java.util.Map;

/// Tells which library holds a class that a binding misses.
final class Libraries {
  /// By package; the longer names first.
  private static final Map<String, String> ARTIFACTS = new LinkedHashMap<>();

  static {
    ARTIFACTS.put("redis.clients.jedis.", "redis.clients:jedis");
    ARTIFACTS.put("org.apache.commons.pool2.", "org.apache.commons:commons-pool2");
    ARTIFACTS.put("com.mongodb.", "org.mongodb:mongo-java-driver");
    ARTIFACTS.put("org.bson.", "org.mongodb:mongo-java-driver");
    ARTIFACTS.put("com.datastax.driver.", "com.datastax.cassandra:cassandra-driver-core");
    ARTIFACTS.put("org.apache.hadoop.hbase.", "org.apache.hbase:hbase-shaded-client");
    ARTIFACTS.put("org.apache.hadoop.", "org.apache.hadoop:hadoop-common");
    ARTIFACTS.put("net.spy.memcached.", "net.spy:spymemcached");
    ARTIFACTS.put("com.aerospike.client.", "com.aerospike:aerospike-client");
    ARTIFACTS.put("com.couchbase.client.", "com.couchbase.client:java-client");
    ARTIFACTS.put("org.elasticsearch.", "org.elasticsearch.client:elasticsearch-rest-client");
    ARTIFACTS.put("org.rocksdb.", "org.rocksdb:rocksdbjni");
    ARTIFACTS.put("org.postgresql.", "org.postgresql:postgresql");
    ARTIFACTS.put("com.mysql.", "com.mysql:mysql-connector-j");
    ARTIFACTS.put("org.apache.htrace.", "org.apache.htrace:htrace-core4");
    ARTIFACTS.put("org.HdrHistogram.", "org.hdrhistogram:HdrHistogram");
    ARTIFACTS.put("org.codehaus.jackson.", "org.codehaus.jackson:jackson-mapper-asl");
    ARTIFACTS.put("com.fasterxml.jackson.databind.", "com.fasterxml.jackson.core:jackson-databind");
    ARTIFACTS.put("com.google.common.", "com.google.guava:guava");
    ARTIFACTS.put("com.google.gson.", "com.google.code.gson:gson");
    ARTIFACTS.put("org.apache.commons.lang3.", "org.apache.commons:commons-lang3");
    ARTIFACTS.put("org.apache.log4j.", "ch.qos.reload4j:reload4j");
    ARTIFACTS.put("org.apache.logging.log4j.", "org.apache.logging.log4j:log4j-api");
    ARTIFACTS.put("org.apache.commons.logging.", "commons-logging:commons-logging");
  }

  private Libraries() {}

  /// Says what is missing, and where it is to be had.
  static String explain(LinkageError e) {
    if (e instanceof ExceptionInInitializerError && e.getCause() != null) {
      return "cannot be used: its static initialiser throws " + e.getCause();
    }
    String missing = missing(e);
    if (missing == null) {
      return "cannot be linked: " + e;
    }
    return "misses the class "
        + missing
        + ": ycsb.classpath must hold "
        + ARTIFACTS.entrySet().stream()
            .filter(entry -> missing.startsWith(entry.getKey()))
            .map(entry -> entry.getValue() + ", or all that came with the binding")
            .findFirst()
            .orElse("the jar that has it; bindings come with theirs in lib/");
  }

  /// The same error with that explanation, for whoever must let it pass.
  static IllegalStateException explained(LinkageError e) {
    return new IllegalStateException("the binding " + explain(e), e);
  }

  private static String missing(LinkageError e) {
    String name = e instanceof NoClassDefFoundError ? e.getMessage() : null;
    if (name == null || name.indexOf(' ') >= 0) {
      return null; // an initialiser that failed, for example
    }
    return name.replace('/', '.');
  }
}
