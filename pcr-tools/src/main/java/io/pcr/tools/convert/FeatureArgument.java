package io.pcr.tools.convert;

import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.example.FeatureNames.Role;
import io.pcr.tools.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads {@code --feature image=jpg}: which feature of a record holds what. */
final class FeatureArgument {
  private static final Map<String, Role> ROLES = roles();

  private FeatureArgument() {}

  private static Map<String, Role> roles() {
    Map<String, Role> roles = new TreeMap<>();
    for (Role role : Role.values()) {
      roles.put(role.label(), role);
    }
    roles.put("image", roles.remove(Role.ENCODED.label()));
    roles.put("key", roles.remove(Role.FILENAME.label()));
    return roles;
  }

  /** TF-slim's names, but for the roles that are given others. */
  static FeatureNames names(List<String> arguments) {
    FeatureNames names = FeatureNames.DEFAULT;
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      Optional<Role> role = Optional.ofNullable(ROLES.get(parts[0]));
      if (role.isEmpty() || parts.length < 2 || parts[1].isBlank()) {
        throw new UsageException(
            "--feature " + argument + " is not ROLE=NAME with a role of " + ROLES.keySet());
      }
      try {
        names = names.with(role.get(), parts[1]);
      } catch (IllegalArgumentException e) {
        throw new UsageException("--feature " + argument + ": that feature has another role");
      }
    }
    return names;
  }
}
