declare module 'subset-font' {
  /** Cuts a font to the characters of a text, with HarfBuzz. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** Tags of OpenType features; all others go. */
      keepFeatures: readonly string[]
      noHinting: boolean
      variationAxes: Readonly<Record<string, { min: number; max: number }>>
    },
  ): Promise<Uint8Array>
}
