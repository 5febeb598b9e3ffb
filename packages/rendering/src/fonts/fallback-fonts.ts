/** Which font stands in for one that a document names but does not embed. Sizes and licences: README. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A font file: its npm package, and where it lies from the package's entry file. */
interface FallbackFont {
  readonly package: string
  readonly path: string
}

/** What PDFium passes about the font that it looks for (the arguments of MapFont in FPDF_SYSFONTINFO). */
export interface WantedFont {
  readonly weight: number
  readonly italic: boolean
  readonly charset: number
  readonly pitchFamily: number
  readonly face: string
}

/** PDFium's charset numbers (FXFONT_*_CHARSET). */
const ANSI = 0
const SHIFT_JIS = 128
const HANGUL = 129
const GB2312 = 134
const BIG5 = 136

/** Bits of the pitch and family argument (FXFONT_FF_*). */
const FIXED_PITCH = 1
const ROMAN = 16

/** Weights from here on (semibold) get the bold font. */
const BOLD_FROM = 600

const CJK: readonly FallbackFont[] = [
  { package: '@embedpdf/fonts-sc', path: '../fonts/NotoSansHans-Regular.otf' },
  { package: '@embedpdf/fonts-kr', path: '../fonts/NotoSansKR-Regular.otf' },
]
// The simplified Chinese font also holds every kanji of Shift JIS, all kana and every character of Big5.
const CJK_OF_CHARSET: ReadonlyMap<number, number> = new Map([
  [SHIFT_JIS, 0],
  [GB2312, 0],
  [BIG5, 0],
  [HANGUL, 1],
])

/**
 * As wide, letter by letter, as Helvetica (Arial), Times (Times New Roman) and Courier (Courier New), in this order.
 */
const FAMILIES = ['Arimo', 'Tinos', 'Cousine']
const STYLES = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic']
const WESTERN: readonly FallbackFont[] = FAMILIES.flatMap((family) =>
  STYLES.map((style) => ({
    package: `@expo-google-fonts/${family.toLowerCase()}`,
    path: `${style}/${family}_${style}.ttf`,
  })),
)
const FONTS: readonly FallbackFont[] = [...CJK, ...WESTERN]

/** Fonts of pictures: letters in their place would be read as text. */
const PICTURES = /dingbat|symbol|webding|wingding/i
const MONO = /courier|mono|consol|typewriter/i
const SERIF = /times|serif|roman|georgia|garamond|cambria|book|palatino|minion|schoolbook/i
const SANS = /helvetica|arial|sans|verdana|tahoma|calibri/i
const BOLD = /bold|black|heavy/i
const ITALIC = /italic|oblique/i

/**
 * The fallback for a wanted font as a handle of `readFallbackFont`, or 0: PDFium's built-in fonts serve it. They are
 * asked for Latin text unless `western` is set.
 */
export function chooseFallbackFont(wanted: WantedFont, western: boolean): number {
  const cjk = CJK_OF_CHARSET.get(wanted.charset)
  if (cjk !== undefined) return cjk + 1
  if (!western || wanted.charset !== ANSI || isPictureFont(wanted.face)) return 0
  const bold = wanted.weight >= BOLD_FROM || BOLD.test(wanted.face)
  const italic = wanted.italic || ITALIC.test(wanted.face)
  const style = (bold ? 1 : 0) + (italic ? 2 : 0)
  return CJK.length + chooseFamily(wanted) * STYLES.length + style + 1
}

/** Whether a font's name is that of pictures or signs, which PDFium draws itself or which have no substitute. */
export function isPictureFont(name: string): boolean {
  return PICTURES.test(name)
}

/** The name goes first: many files name a font and give it no flags. */
function chooseFamily({ face, pitchFamily }: WantedFont): 0 | 1 | 2 {
  if (MONO.test(face)) return 2
  if (SANS.test(face)) return 0
  if (SERIF.test(face)) return 1
  if ((pitchFamily & FIXED_PITCH) !== 0) return 2
  return (pitchFamily & ROMAN) !== 0 ? 1 : 0
}

const loaded = new Map<number, Uint8Array>()

/** The whole file of a fallback font, read when it is first needed: most documents embed their fonts. */
export function readFallbackFont(handle: number): Uint8Array {
  const known = loaded.get(handle)
  if (known !== undefined) return known
  const font = FONTS[handle - 1]
  if (font === undefined) return new Uint8Array()
  const entry = createRequire(import.meta.url).resolve(font.package)
  const bytes = readFileSync(join(dirname(entry), font.path))
  loaded.set(handle, bytes)
  return bytes
}
