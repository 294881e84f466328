import { Command } from "commander";
import type { StoreWriter } from "../../build/publish/store-writer.js";
import { allowHttpOption, artifactsOption, jsonOption, option, wholeNumber } from "../options/options.js";
import { UsageError } from "../process/failure.js";
import { formatBytes, paint, print, printJson } from "../terminal/output.js";
import { createProgressView } from "../terminal/progress.js";

interface PublishFlags {
  readonly artifacts: string;
  readonly keep: number;
  readonly allowHttp?: boolean;
  readonly json?: boolean;
}

export function publishCommand(): Command {
  return new Command("publish")
    .argument("<store>", "a folder that a web server serves, or s3://bucket/prefix")
    .addOption(artifactsOption())
    .addOption(
      option("--keep <n>", "generations to keep in a folder store, including the published one", 3).argParser(
        wholeNumber(1),
      ),
    )
    .addOption(allowHttpOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nBuckets are configured by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3.\n\nExamples:\n  icons publish /srv/store\n  AWS_ENDPOINT_URL_S3=https://minio.example.com icons publish s3://icons/live",
    )
    .action(async (name: string, { artifacts, keep, allowHttp, json }: PublishFlags) => {
      const { publishGeneration } = await import("../../build/publish/publish.js");
      const store = await openWriter(name, allowHttp ?? false);
      const view = createProgressView(json ?? false);
      try {
        const onProgress = (progress: { done: number; total: number }) =>
          view.update({ phase: "publish", ...progress });
        const result = await publishGeneration({ artifacts, store, keep, onProgress });
        if (json) return printJson(result);
        const { generation, files, bytes, removed } = result;
        const went = removed.length === 0 ? "" : `; removed ${removed.join(", ")}`;
        print(
          `${paint("green", "published")} generation ${generation} to ${name} (${files} files, ${formatBytes(bytes)} sent${went})`,
        );
      } finally {
        view.stop();
      }
    });
}

async function openWriter(name: string, allowHttp: boolean): Promise<StoreWriter> {
  if (/^https?:/.test(name))
    throw new UsageError(
      `${name}: web servers are read-only; publish into the folder that the server serves, or to s3://…`,
    );
  if (!name.startsWith("s3:")) return (await import("../../build/publish/folder-writer.js")).openFolderWriter(name);
  const { parseStoreAddress } = await import("../../src/store/address.js");
  const { openBucketWriter } = await import("../../build/publish/bucket-writer.js");
  return openBucketWriter(parseStoreAddress(name, process.env, allowHttp), name);
}
