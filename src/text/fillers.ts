import { words } from "./fold.js";
import { DEFAULT_LANGUAGE } from "./language.js";

/** Words about the file or the request instead of the icon, in any language. */
const ABOUT_FILES = `
  app apps application applications badge emblem glyph glyphs icon icons img jpeg jpg logo logos logotype pic pictogram
  pictograms png sticker svg symbol symbols transparent webp`;

/** The same, but some icons are about them, as in "vector database" or "free stock photos". */
const AMBIGUOUS = `
  brand company corp corporation download file free hd image images inc make new official old one online service
  services site software tool tools vector web website
  www

  black bold colored coming drawing duotone empty facing fill filled flat full going holding hollow kind line looking monochrome
  outline outlined plain pointing round rounded shape shaped showing simple small big large solid stroke style styled
  thin twotone type unfilled wearing white two three four angular flutter font material react svelte vue`;

/** Words without a meaning of their own, by language, as people write them in queries. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: `
    a about an and any are as at be by can do does for from get has have how i im in is it its like made me my of on or
    our owned some something that the thing things this to use used using want what when where which who with without
    you your`,
  de: `
    aller als am an auf aus bei das dem den der des die durch ein eine einem einen einer eines firma für hersteller ich
    im in ist man mein meine meinem mit neu neue oder so und unter vom von was wie wo womit zu zum zur`,
  es: `
    a al aplicación con cómo de del donde dónde el en es icono iconos imagen la las lo los mi mis nuevo o para
    por que qué se sin su sus un una y`,
  fr: `
    à au aux avec ce comment dans de des du en est et icône icônes la le les logiciel ma mes mon nouveau officiel ou où
    par pour que qui sans ses son sur un une`,
  it: `
    al alla applicazione che come con da dal dei del della di dove e è i icona icone il in la le lo mio nuovo per su un
    una ufficiale`,
  nl: `aan bij de door een en het hoe ik in is met mijn nieuw of officieel om op te uit van voor waar wat`,
  pt: `
    a ao aplicativo as com como da das de do dos e em ícone ícones imagem na no nos novo o oficial onde os ou para por
    que se sem um uma`,
  ru: `
    в для и из иконка иконки и как картинка к логотип мой на о от официальный по приложение с сайт у что значок`,
  sv: `att av bild bilder den det en ett för från hur i ikon ikoner jag med min mitt ny officiell och om på som till var`,
  ja: `アイコン アプリ アプリケーション ロゴ 公式 画像 無料 ダウンロード 素材`,
  zh: `图标 图 标志 官方 下载 应用 软件 图片 免费 圖標 應用 軟體`,
  ko: `아이콘 로고 앱 어플 공식 이미지 무료 다운로드`,
};

/** The folded words of a query that say nothing about the icon. */
export interface Fillers {
  /** Whether a word never does. */
  isFiller(word: string): boolean;
  /** Whether a word hardly does, or not in another language, though an icon may be about it. */
  isAmbiguous(word: string): boolean;
  /** Whether a word is about the file that people want, in any language. */
  isAboutFile(word: string): boolean;
}

/** Years are in names of files and versions. */
const YEAR = /^(?:19|20)\d\d$/;

/**
 * The fillers of a language and those of all languages.
 *
 * @param language a code of two letters as in `dataset.json`
 * @param more further words of a dataset
 */
export function fillersOf(language: string = DEFAULT_LANGUAGE, more: readonly string[] = []): Fillers {
  const own = Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language]! : "";
  const fillers = new Set(words([ABOUT_FILES, own, ...more].join(" ")));
  const ambiguous = new Set(
    words(Object.values(BY_LANGUAGE).concat(AMBIGUOUS).join(" ")).concat("picture", "pictures", "sign"),
  );
  const aboutFiles = new Set(words(ABOUT_FILES));
  return {
    isFiller: (word) => fillers.has(word),
    isAmbiguous: (word) => !fillers.has(word) && (ambiguous.has(word) || YEAR.test(word)),
    isAboutFile: (word) => aboutFiles.has(word),
  };
}
