package dev.loadgen.engine.workload;

import dev.loadgen.driver.Property;
import dev.loadgen.engine.plan.PlanException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The settings of the workload, under the names, and with the defaults, that they have in YCSB's
/// core workload (`site.ycsb.workloads.CoreWorkload`, version 0.17.0).
public final class CoreProperties {
  /// How the record of an operation is chosen.
  enum KeyDistribution {
    UNIFORM,
    ZIPFIAN,
    LATEST,
    HOTSPOT,
    SEQUENTIAL,
    EXPONENTIAL
  }

  /// How long a field's value is.
  enum LengthDistribution {
    CONSTANT,
    UNIFORM,
    ZIPFIAN,
    HISTOGRAM
  }

  /// How many records a scan visits.
  enum ScanDistribution {
    UNIFORM,
    ZIPFIAN
  }

  /// Whether keys follow their numbers.
  enum InsertOrder {
    HASHED,
    ORDERED
  }

  /// A property that says how large the share of a kind is.
  record Proportion(Property<Double> property, String kind) {}

  private static final long MOST_RECORDS = 1L << 53;
  private static final long MOST_FIELDS = 10_000;
  private static final long MOST_PADDING = 1_000;

  static final long MOST_VALUE_BYTES = 64L << 20;

  static final Property<Long> RECORD_COUNT =
      count("recordcount", "1000", 1, MOST_RECORDS, "how many records there are");
  static final Property<Long> INSERT_START =
      count("insertstart", "0", 0, MOST_RECORDS, "the number of the first record");
  static final Property<Long> INSERT_COUNT =
      count(
          "insertcount",
          null,
          1,
          MOST_RECORDS,
          "how many records, from the first, are loaded and used; default: all up to recordcount");
  static final Property<Long> FIELD_COUNT =
      count("fieldcount", "10", 1, MOST_FIELDS, "fields of a record");
  static final Property<String> FIELD_NAME_PREFIX =
      Property.text("fieldnameprefix", "field", "what the names of fields begin with")
          .where(CoreProperties::isAscii, "ASCII text without control characters");
  static final Property<Long> FIELD_LENGTH =
      count("fieldlength", "100", 1, MOST_VALUE_BYTES, "bytes of a field's value, at most");
  static final Property<Long> MIN_FIELD_LENGTH =
      count("minfieldlength", "1", 1, MOST_VALUE_BYTES, "bytes of a field's value, at least");
  static final Property<LengthDistribution> FIELD_LENGTH_DISTRIBUTION =
      Property.choice(
          "fieldlengthdistribution",
          LengthDistribution.CONSTANT,
          "how lengths spread between minfieldlength and fieldlength");
  static final Property<String> FIELD_LENGTH_HISTOGRAM =
      Property.text(
          "fieldlengthhistogram", "hist.txt", "the file of the distribution histogram, as in YCSB");
  static final Property<Boolean> READ_ALL_FIELDS =
      Property.flag("readallfields", true, "whether a read is of all fields, or of one");
  static final Property<Boolean> WRITE_ALL_FIELDS =
      Property.flag("writeallfields", false, "whether an update is of all fields, or of one");
  static final Property<Boolean> DATA_INTEGRITY =
      Property.flag(
          "dataintegrity", false, "whether values are those that YCSB makes to check them again");
  static final Property<KeyDistribution> REQUEST_DISTRIBUTION =
      Property.choice("requestdistribution", KeyDistribution.UNIFORM, "how records are chosen");
  static final Property<Double> ZIPFIAN_CONSTANT =
      Property.decimal("zipfianconstant", "0.99", "how skewed zipfian and latest are")
          .where(value -> value > 0 && value < 1, "more than 0 and less than 1");
  static final Property<Double> HOTSPOT_DATA_FRACTION =
      share("hotspotdatafraction", "0.2", "hotspot: the share of the records that are hot");
  static final Property<Double> HOTSPOT_OPERATION_FRACTION =
      share("hotspotopnfraction", "0.8", "hotspot: the share of the operations that go to them");
  static final Property<Double> EXPONENTIAL_PERCENTILE =
      Property.decimal(
              "exponential.percentile", "95", "exponential: the percentage of the operations …")
          .where(value -> value > 0 && value < 100, "more than 0 and less than 100");
  static final Property<Double> EXPONENTIAL_FRACTION =
      Property.decimal(
              "exponential.frac", "0.8571428571", "… that go to this share of the latest records")
          .where(value -> value > 0 && value <= 1, "more than 0 and at most 1");
  static final Property<Long> MIN_SCAN_LENGTH =
      count("minscanlength", "1", 1, Integer.MAX_VALUE, "records that a scan visits, at least");
  static final Property<Long> MAX_SCAN_LENGTH =
      count("maxscanlength", "1000", 1, Integer.MAX_VALUE, "records that a scan visits, at most");
  static final Property<ScanDistribution> SCAN_LENGTH_DISTRIBUTION =
      Property.choice(
          "scanlengthdistribution", ScanDistribution.UNIFORM, "how their number spreads");
  static final Property<InsertOrder> INSERT_ORDER =
      Property.choice(
          "insertorder",
          InsertOrder.HASHED,
          "whether keys are hashes of the records' numbers, or the numbers");
  static final Property<Long> ZERO_PADDING =
      count("zeropadding", "1", 0, MOST_PADDING, "digits of a key, at least");

  static final List<Proportion> PROPORTIONS =
      List.of(
          proportion("readproportion", "0.95", "READ"),
          proportion("updateproportion", "0.05", "UPDATE"),
          proportion("insertproportion", "0", "INSERT"),
          proportion("scanproportion", "0", "SCAN"),
          proportion("readmodifywriteproportion", "0", "READ_MODIFY_WRITE"));

  private static final long SMALL_RECORD = 4_000; // bytes
  private static final Set<String> OF_FIELDS =
      Set.of("fieldcount", "fieldlength", "minfieldlength", "fieldlengthdistribution");

  private static final List<Property<?>> OF_VALUES =
      List.of(
          FIELD_COUNT,
          FIELD_LENGTH,
          MIN_FIELD_LENGTH,
          FIELD_LENGTH_DISTRIBUTION,
          FIELD_LENGTH_HISTOGRAM,
          FIELD_NAME_PREFIX);

  private static final List<Property<?>> OF_RECORDS =
      List.of(
          RECORD_COUNT,
          INSERT_START,
          INSERT_COUNT,
          INSERT_ORDER,
          ZERO_PADDING,
          FIELD_COUNT,
          FIELD_LENGTH,
          MIN_FIELD_LENGTH,
          FIELD_LENGTH_DISTRIBUTION,
          FIELD_NAME_PREFIX,
          DATA_INTEGRITY);

  /// All of them, in the order in which they are told.
  public static final List<Property<?>> ALL = all();

  /// Their names.
  public static final Set<String> NAMES =
      ALL.stream().map(Property::name).collect(Collectors.toUnmodifiableSet());

  private final Map<String, String> given;

  /// @param given what the user gave, by name; names that are not among [#NAMES] do not matter
  /// @throws PlanException if a value is not legal, used or not
  CoreProperties(Map<String, String> given) {
    this.given = given;
    ALL.forEach(this::value);
  }

  private static List<Property<?>> all() {
    List<Property<?>> all =
        new ArrayList<>(List.of(RECORD_COUNT, INSERT_START, INSERT_COUNT, REQUEST_DISTRIBUTION));
    PROPORTIONS.forEach(proportion -> all.add(proportion.property()));
    all.addAll(
        List.of(
            FIELD_COUNT,
            FIELD_LENGTH,
            MIN_FIELD_LENGTH,
            FIELD_LENGTH_DISTRIBUTION,
            FIELD_LENGTH_HISTOGRAM,
            FIELD_NAME_PREFIX,
            READ_ALL_FIELDS,
            WRITE_ALL_FIELDS,
            DATA_INTEGRITY,
            MIN_SCAN_LENGTH,
            MAX_SCAN_LENGTH,
            SCAN_LENGTH_DISTRIBUTION,
            INSERT_ORDER,
            ZERO_PADDING,
            ZIPFIAN_CONSTANT,
            HOTSPOT_DATA_FRACTION,
            HOTSPOT_OPERATION_FRACTION,
            EXPONENTIAL_PERCENTILE,
            EXPONENTIAL_FRACTION));
    return List.copyOf(all);
  }

  private static Property<Long> count(
      String name, String defaultText, long least, long most, String summary) {
    return Property.integer(name, defaultText, summary)
        .where(value -> value >= least && value <= most, least + " to " + most);
  }

  private static Property<Double> share(String name, String defaultText, String summary) {
    return Property.decimal(name, defaultText, summary)
        .where(value -> value >= 0 && value <= 1, "0 to 1");
  }

  private static Proportion proportion(String name, String defaultText, String kind) {
    Property<Double> property =
        Property.decimal(name, defaultText, "the share of " + kind + "; --mix beats it")
            .where(value -> value >= 0, "0 or more");
    return new Proportion(property, kind);
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7F);
  }

  /// What makes the records of a workload what they are: settings by name, with defaults.
  public static Map<String, String> ofRecords(Map<String, String> given) {
    CoreProperties properties = new CoreProperties(given);
    Map<String, String> settings = new LinkedHashMap<>();
    for (Property<?> property : OF_RECORDS) {
      Object value = properties.value(property);
      if (value != null) {
        settings.put(property.name(), value.toString());
      }
    }
    if (properties.value(FIELD_LENGTH_DISTRIBUTION) == LengthDistribution.HISTOGRAM) {
      settings.put(FIELD_LENGTH_HISTOGRAM.name(), FieldLengths.of(properties).toString());
    }
    return settings;
  }

  /// Refuses what says what values are, for a driver that makes its own; whole records are read and
  /// written then.
  ///
  /// @param given what the user gave, by name
  /// @param reason why it has no meaning
  /// @throws PlanException if something was given
  public static void requireNoValues(Map<String, String> given, String reason) {
    CoreProperties properties = new CoreProperties(given);
    List<Property<?>> refused = new ArrayList<>(OF_VALUES);
    if (!properties.value(READ_ALL_FIELDS)) {
      refused.add(READ_ALL_FIELDS);
    }
    if (properties.value(DATA_INTEGRITY)) {
      refused.add(DATA_INTEGRITY);
    }
    for (Property<?> property : refused) {
      if (properties.isGiven(property)) {
        throw new PlanException(properties.shown(property) + ": has no meaning with " + reason);
      }
    }
  }

  /// The value that was given, or the default.
  ///
  /// @throws PlanException if it is not legal
  <T> T value(Property<T> property) {
    String text = given.getOrDefault(property.name(), property.defaultText());
    try {
      return text == null ? null : property.parse(text);
    } catch (IllegalArgumentException e) {
      throw new PlanException(property.name() + "=" + text + ": " + e.getMessage(), e);
    }
  }

  /// The same, but for records that would be large.
  CoreProperties withSmallRecords() {
    Map<String, String> smaller = new HashMap<>(given);
    boolean large = value(FIELD_LENGTH) * value(FIELD_COUNT) > SMALL_RECORD;
    if (large || value(FIELD_LENGTH_DISTRIBUTION) == LengthDistribution.HISTOGRAM) {
      smaller.keySet().removeAll(OF_FIELDS);
    }
    return new CoreProperties(smaller);
  }

  /// Whether the user gave a value.
  boolean isGiven(Property<?> property) {
    return given.containsKey(property.name());
  }

  /// A setting as it is shown in a message.
  <T> String shown(Property<T> property) {
    return property.name() + "=" + given.getOrDefault(property.name(), property.defaultText());
  }

  /// Those that tell what the records are, and which of the others were given: fit to be shown.
  ///
  /// @param ofValues whether also what values are
  Map<String, String> shown(boolean ofValues) {
    Map<String, String> shown = new LinkedHashMap<>();
    for (Property<?> property : ALL) {
      if (isGiven(property)) {
        shown.put(property.name(), given.get(property.name()));
      }
    }
    for (Property<?> property :
        List.of(RECORD_COUNT, FIELD_COUNT, FIELD_LENGTH, REQUEST_DISTRIBUTION)) {
      if (ofValues || !OF_VALUES.contains(property)) {
        shown.putIfAbsent(property.name(), property.defaultText());
      }
    }
    return shown;
  }
}
