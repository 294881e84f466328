import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * What a source says of a program.
 *
 * @typedef {object} Statement
 * @property {"domains" | "bundles" | "containerImages" | "packages"} kind
 * @property {string[]} values identifiers
 * @property {string[]} names names of the program
 * @property {string[]} websites URLs of the program
 */

/**
 * Public repositories that state identifiers. Each function yields the statements of a checkout. `debian` is a folder
 * with `dists/sid/main/dep11/Components-amd64.yml` of Debian.
 *
 * @type {Record<string, (folder: string) => AsyncGenerator<Statement>>}
 */
export const SOURCES = {
  "v2fly/domain-list-community": readDomainLists,
  "apple/password-manager-resources": readSharedCredentials,
  "LawnchairLauncher/lawnicons": readLauncherIcons,
  "Delta-Icons/android": readDeltaIcons,
  "autopkg/homebysix-recipes": readRecipes,
  "autopkg/dataJAR-recipes": readRecipes,
  "autopkg/hansen-m-recipes": readRecipes,
  "autopkg/moofit-recipes": readRecipes,
  "autopkg/nstrauss-recipes": readRecipes,
  "autopkg/rtrouton-recipes": readRecipes,
  "autopkg/recipes": readRecipes,
  "runtipi/runtipi-appstore": readAppStore,
  "getumbrel/umbrel-apps": readAppStore,
  "IceWhaleTech/CasaOS-AppStore": readAppStore,
  "bigbeartechworld/big-bear-casaos": readAppStore,
  "truenas/apps": readAppStore,
  "coollabsio/coolify": readComposeFiles,
  "caprover/one-click-apps": readComposeFiles,
  "Lissy93/portainer-templates": readPortainerTemplates,
  "docker-library/official-images": readOfficialImages,
  "testcontainers/testcontainers-java": readTestContainers,
  "ProfileManifests/ProfileManifests": readProfiles,
  "awesome-selfhosted/awesome-selfhosted-data": readSelfHosted,
  "linuxserver/docker-documentation": readLinuxServer,
  debian: readAppStream,
};

/** Services and advertising systems share files with brands; a line with this attribute is not the brand's site. */
const ADVERTISING = /\s@ads\b/;

/** One file per brand, one domain per line. */
async function* readDomainLists(folder) {
  for (const file of await filesBelow(join(folder, "data"), () => true)) {
    const text = await readFile(file, "utf8");
    const values = text
      .split("\n")
      .filter((line) => !ADVERTISING.test(line))
      .map((line) =>
        line
          .replace(/[#@&].*/, "")
          .replace("domain:", "")
          .trim(),
      )
      .filter((line) => /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(line));
    if (values.length > 0) yield { kind: "domains", values, names: [nameOf(file)], websites: values.map(toUrl) };
  }
}

/** Domains that share accounts, and iOS applications with the domains whose accounts they use. */
async function* readSharedCredentials(folder) {
  const quirks = (name) => readJson(join(folder, "quirks", name));
  for (const { shared = [] } of await quirks("shared-credentials.json"))
    if (shared.length > 0) yield { kind: "domains", values: shared, names: [], websites: shared.map(toUrl) };
  for (const [id, domains] of Object.entries(await quirks("apple-appIDs-to-domains-shared-credentials.json"))) {
    const bundle = id.slice(id.indexOf(".") + 1);
    yield { kind: "bundles", values: [bundle], names: [], websites: domains.map(toUrl) };
  }
}

/** Android packages by the name of the drawing that a launcher shows for them: "小红书 ~~ Xiaohongshu". */
async function* readLauncherIcons(folder) {
  yield* readIconPack(join(folder, "app/assets/appfilter.xml"), /name="([^"]+)"/);
}

/** The same, of a pack of icons, which gives no names but those of its files: "little_red_book". */
async function* readDeltaIcons(folder) {
  yield* readIconPack(join(folder, "app/src/main/assets/appfilter.xml"), /drawable="([^"]+)"/);
}

/** A modified program mostly has the package of another, with an activity of its own that nobody else mentions. */
async function* readIconPack(file, nameIn) {
  const drawings = new Map();
  for (const line of (await readFile(file, "utf8")).split("\n")) {
    const [, bundle, activity] = /component="ComponentInfo\{([\w.]+)\/([\w.]+)\}"/.exec(line) ?? [];
    const name = nameIn.exec(line)?.[1];
    if (bundle === undefined || name === undefined) continue;
    const vendor = bundle.split(".").slice(0, 2).join(".");
    const known = drawings.get(name) ?? { own: new Set(), all: new Set() };
    if (activity.startsWith(`${vendor}.`) || known.all.has(bundle)) known.own.add(bundle);
    known.all.add(bundle);
    drawings.set(name, known);
  }
  for (const [name, { own: bundles }] of drawings)
    yield { kind: "bundles", values: [...bundles], names: name.replaceAll("&amp;", "&").split(" ~~ "), websites: [] };
}

/** A recipe with more identifiers is one for a family of applications. */
const MOST_IN_RECIPE = 3;

/** macOS applications: a recipe checks the identifier in their signature. */
async function* readRecipes(folder) {
  for (const file of await filesBelow(folder, (name) => /\.recipe(?:\.yaml)?$/.test(name))) {
    const text = await readFile(file, "utf8");
    const name =
      /<key>NAME<\/key>\s*<string>([^<%]+)</.exec(text)?.[1] ?? /^\s*NAME: *['"]?([^'"\n]+)/m.exec(text)?.[1];
    const values = [
      ...text.matchAll(/\bidentifier (?:&quot;|\\?["'])?([\w-]+(?:\.[\w-]+)+)/g),
      ...text.matchAll(/<key>BUNDLE_ID<\/key>\s*<string>([\w-]+(?:\.[\w-]+)+)</g),
    ].map(([, bundle]) => bundle);
    const distinct = new Set(values);
    if (name !== undefined && distinct.size > 0 && distinct.size <= MOST_IN_RECIPE)
      yield { kind: "bundles", values: [...distinct], names: [name], websites: [] };
  }
}

/** One folder per program, with a manifest and the images that it runs. */
async function* readAppStore(folder) {
  const folders = new Map();
  const isRead = (name) => /^(?:config|docker-compose|umbrel-app|app|ix_values)\.(?:json|ya?ml)$/.test(name);
  for (const file of await filesBelow(folder, isRead)) {
    const parent = file.slice(0, file.lastIndexOf("/"));
    folders.set(parent, `${(folders.get(parent) ?? "") + (await readFile(file, "utf8"))}\n`);
  }
  for (const [parent, text] of folders) {
    const title = /^(?:name|title|\s*title:\s*\n\s*en_us|\s*"name"): *"?([^"\n]+)/im.exec(text)?.[1]?.replace(/,$/, "");
    yield {
      kind: "containerImages",
      values: imagesIn(text),
      names: [nameOf(parent), title?.trim() ?? ""].filter(Boolean),
      websites: [...text.matchAll(/^\s*"?(?:website|home|homepage)"?: *"?(https?:[^\s",]+)/gim)].map(([, url]) => url),
    };
  }
}

/** One Compose file per program. */
async function* readComposeFiles(folder) {
  const below = folder.endsWith("coolify") ? "templates/compose" : "public/v4/apps";
  for (const file of await filesBelow(join(folder, below), (name) => /\.ya?ml$/.test(name))) {
    const text = await readFile(file, "utf8");
    const title = /displayName: *['"]?([^'"\n]+)/.exec(text)?.[1];
    yield {
      kind: "containerImages",
      values: imagesIn(text),
      names: [nameOf(file), ...(title === undefined ? [] : [title.trim()])],
      websites: [],
    };
  }
}

async function* readPortainerTemplates(folder) {
  const { templates } = await readJson(join(folder, "templates.json"));
  for (const { title, image } of templates)
    if (image?.includes("/"))
      yield { kind: "containerImages", values: [withoutTag(image)], names: [title], websites: [] };
}

/** A page per image, whose description begins with a link to the program. */
async function* readLinuxServer(folder) {
  for (const file of await filesBelow(join(folder, "docs/images"), (name) => name.startsWith("docker-"))) {
    const [, name, website] = /^description: "\[([^\]]+)\]\((https?:[^)]+)\)/m.exec(await readFile(file, "utf8")) ?? [];
    if (website === undefined) continue;
    const image = `linuxserver/${nameOf(file).slice("docker-".length)}`;
    yield { kind: "containerImages", values: [image], names: [name], websites: [website] };
  }
}

/** One file per program, with its source code as a package: `github:immich-app/immich`. */
async function* readSelfHosted(folder) {
  for (const file of await filesBelow(join(folder, "software"), (name) => name.endsWith(".yml"))) {
    const text = await readFile(file, "utf8");
    const field = (name) => new RegExp(`^${name}: *['"]?([^'"\\n]+)`, "m").exec(text)?.[1];
    const [, host, path] =
      /^https:\/\/(github|gitlab|codeberg)\.(?:com|org)\/([^/]+\/[^/#?]+)/.exec(field("source_code_url") ?? "") ?? [];
    if (path === undefined) continue;
    const value = `${host}:${path.replace(/\.git$/, "").toLowerCase()}`;
    yield { kind: "packages", values: [value], names: [field("name")], websites: [field("website_url") ?? ""] };
  }
}

/** One file per official image of Docker Hub. */
async function* readOfficialImages(folder) {
  for (const name of await readdir(join(folder, "library")))
    yield { kind: "containerImages", values: [`library/${name}`], names: [name], websites: [] };
}

/** One folder per program, whose tests run its images. */
async function* readTestContainers(folder) {
  const modules = new Map();
  for (const file of await filesBelow(join(folder, "modules"), (name) => name.endsWith(".java"))) {
    const module = file.slice(join(folder, "modules/").length).split("/")[0];
    const images = [...(await readFile(file, "utf8")).matchAll(/DockerImageName\.parse\("([^"]+\/[^"]+)"/g)];
    modules.set(module, [...(modules.get(module) ?? []), ...images.map(([, image]) => withoutTag(image))]);
  }
  for (const [name, values] of modules) yield { kind: "containerImages", values, names: [name], websites: [] };
}

/** Settings of macOS applications, one file per application. */
async function* readProfiles(folder) {
  for (const file of await filesBelow(join(folder, "Manifests"), (name) => name.endsWith(".plist"))) {
    const title =
      /<key>pfm_title<\/key>\s*<string>([^<]+)<\/string>\s*(?:<key>pfm_(?:unique|version|interaction)|<\/dict>\s*<\/plist>)/.exec(
        await readFile(file, "utf8"),
      )?.[1];
    const bundle = file.slice(file.lastIndexOf("/") + 1, -".plist".length);
    if (title !== undefined) yield { kind: "bundles", values: [bundle], names: [title], websites: [] };
  }
}

/** Desktop applications, one document each. */
async function* readAppStream(folder) {
  const text = await readFile(join(folder, "Components-amd64.yml"), "utf8");
  for (const component of text.split("\n---\n")) {
    const [, id] = /^ID: ([\w-]+(?:\.[\w-]+){2,})$/m.exec(component) ?? [];
    if (id === undefined || !component.startsWith("Type: desktop-application")) continue;
    const [, name = ""] = /^Name:\n(?: {2}.*\n)*? {2}C: "?([^"\n]+)/m.exec(component) ?? [];
    const [, website = ""] = /^Url:\n(?: {2}.*\n)*? {2}homepage: (\S+)/m.exec(component) ?? [];
    const value = id.replace(/\.desktop$/, "");
    if (value.includes(".")) yield { kind: "bundles", values: [value], names: [name], websites: [website] };
  }
}

/** @returns {string[]} images of a Compose file or of Helm values, without tags; those with variables are left out */
function imagesIn(text) {
  const images = [...text.matchAll(/^\s*"?(?:image|repository)"?: *["']?([^\s"',#]+)/gm)].map(([, image]) =>
    withoutTag(image),
  );
  return [...new Set(images)].filter((image) => /^[a-z0-9._-]+(?:\/[a-z0-9._-]+)+$/.test(image));
}

const withoutTag = (image) =>
  image
    .replace(/@.*/, "")
    .replace(/:[^/]*$/, "")
    .replace(/^docker\.io\//, "");

const toUrl = (domain) => `https://${domain}`;

const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");

const readJson = async (file) => JSON.parse(await readFile(file, "utf8"));

async function filesBelow(folder, accepts) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && accepts(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
