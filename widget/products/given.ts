/** The options that a page has set. An option that is undefined counts as left out, so that its default stays. */
export const given = <Options extends object>(options: Options | undefined): Partial<Options> =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<Options>
