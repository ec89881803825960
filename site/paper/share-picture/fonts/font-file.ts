/** TrueType data of a font: its characters and their widths. */
export type FontFile = {
  has: (codePoint: number) => boolean
  /** Width of a character, where 1 is the font's size; that of a space for a character that it does not have. */
  advance: (codePoint: number) => number
}

/** Reads a font that comes in one file or more. */
export const readFontFiles = (files: readonly Buffer[]): FontFile => {
  const widths = new Map(files.flatMap(file => [...widthsOf(file)]))
  const space = widths.get(32) ?? 0
  return { has: codePoint => widths.has(codePoint), advance: codePoint => widths.get(codePoint) ?? space }
}

/** The width of each character, from the tables `cmap`, `head`, `hhea` and `hmtx`. */
const widthsOf = (file: Buffer): Map<number, number> => {
  const table = tableOf(file)
  const unitsPerEm = file.readUInt16BE(table('head') + 18)
  const wide = file.readUInt16BE(table('hhea') + 34)
  const widths = table('hmtx')
  const widthOf = (glyph: number): number => file.readUInt16BE(widths + 4 * Math.min(glyph, wide - 1)) / unitsPerEm
  return new Map(
    Array.from(glyphsOf(file.subarray(table('cmap'))), ([character, glyph]) => [character, widthOf(glyph)]),
  )
}

/** The offset of each table by its name. */
const tableOf = (file: Buffer) => {
  const offsets = new Map<string, number>()
  const tables = file.readUInt16BE(4)
  for (let entry = 12; entry < 12 + 16 * tables; entry += 16)
    offsets.set(file.toString('latin1', entry, entry + 4), file.readUInt32BE(entry + 8))
  return (name: string): number => {
    const offset = offsets.get(name)
    if (offset === undefined) throw new Error(`This font has no table ${name}.`)
    return offset
  }
}

/** The glyph of each character, from a map of format 12 (all of Unicode) or else 4 (its first 65,536 characters). */
const glyphsOf = (cmap: Buffer): Map<number, number> => {
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * index)),
  )
  const all = maps.find(map => map.readUInt16BE(0) === 12)
  const first = maps.find(map => map.readUInt16BE(0) === 4)
  if (all !== undefined) return groupsOf(all)
  return first === undefined ? new Map() : segmentsOf(first)
}

const groupsOf = (map: Buffer): Map<number, number> => {
  const glyphs = new Map<number, number>()
  const groups = map.readUInt32BE(12)
  for (let at = 16; at < 16 + 12 * groups; at += 12) {
    const [from, to, glyph] = [map.readUInt32BE(at), map.readUInt32BE(at + 4), map.readUInt32BE(at + 8)]
    for (let code = from; code <= to; code += 1) glyphs.set(code, glyph + code - from)
  }
  return glyphs
}

const segmentsOf = (map: Buffer): Map<number, number> => {
  const glyphs = new Map<number, number>()
  const length = map.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + length, 16 + 2 * length, 16 + 3 * length]
  for (let at = 0; at < length; at += 2) {
    const [from, to] = [map.readUInt16BE(starts + at), map.readUInt16BE(ends + at)]
    const offset = map.readUInt16BE(offsets + at)
    for (let code = from; code <= to && code < 0xffff; code += 1) {
      const raw = offset === 0 ? code : map.readUInt16BE(offsets + at + offset + 2 * (code - from))
      const glyph = raw === 0 ? 0 : (raw + map.readUInt16BE(deltas + at)) % 0x10000
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
  return glyphs
}
