import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;
import org.opensearch.transport.Netty4ModulePlugin;

/**
 * An OpenSearch node in this process, until it is killed or its input ends.
 * Arguments: folder, name, HTTP port, transport port, transport addresses of all nodes with commas between them.
 */
public final class TestNode {
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Settings.Builder settings = Settings.builder()
        .put("path.home", folder.toString())
        .put("path.data", folder.resolve("data").toString())
        .put("cluster.name", "corroborate-test")
        .put("node.name", args[1])
        .put("network.host", "127.0.0.1")
        .put("http.port", args[2])
        .put("transport.port", args[3])
        .put("http.type", "netty4")
        .put("transport.type", "netty4")
        .put("node.processors", 2)
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        .put("cluster.fault_detection.follower_check.timeout", "1s")
        .put("cluster.fault_detection.leader_check.timeout", "1s");
    List<String> nodes = List.of(args[4].split(","));
    if (nodes.size() == 1) {
      settings.put("discovery.type", "single-node");
    } else {
      settings.putList("discovery.seed_hosts", nodes);
      settings.putList("cluster.initial_cluster_manager_nodes", "node-0", "node-1", "node-2");
    }
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), folder, () -> args[1]);
    Node node = new EmbeddedNode(environment);
    node.start();
    System.out.println("started");
    while (System.in.read() >= 0) {}
    node.close();
    System.exit(0);
  }

  private static final class EmbeddedNode extends Node {
    EmbeddedNode(Environment environment) {
      super(environment, List.of(transport()), false);
    }

    private static PluginInfo transport() {
      return new PluginInfo(
          "transport-netty4", "HTTP and transport", "1", Version.CURRENT, "21",
          Netty4ModulePlugin.class.getName(), null, List.of(), false);
    }
  }
}
