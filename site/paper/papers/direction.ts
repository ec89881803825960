const firstIsRightToLeft =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * The direction of a line that begins with this name, for `dir`. `dir="auto"` cannot tell it: it does not look into `<bdi>`, which
 * keeps the names apart.
 */
export const directionFrom = (name: string | undefined): 'rtl' | undefined =>
  name !== undefined && firstIsRightToLeft.test(name) ? 'rtl' : undefined
