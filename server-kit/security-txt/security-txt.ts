/** Where it is looked for. */
export const securityTxtPath = '/.well-known/security.txt'

const day = 24 * 3_600_000

/** How long what it says can be relied on, in ms: RFC 9116, section 2.5.5, asks for less than a year. */
const goodFor = 180 * day

/**
 * Where to report a weakness (RFC 9116).
 * @param contact the mail address of the people who run the server
 * @param now epoch ms
 */
export const securityTxt = ({ origin, contact, now }: { origin: string; contact: string; now: number }): string =>
  [
    `Contact: mailto:${contact}`,
    `Expires: ${new Date(Math.floor((now + goodFor) / day) * day).toISOString()}`,
    'Preferred-Languages: en, de, es',
    `Canonical: ${origin}${securityTxtPath}`,
    '',
  ].join('\n')
