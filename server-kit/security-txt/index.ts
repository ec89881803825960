export const securityTxtPath = '/.well-known/security.txt'

const day = 24 * 3_600_000

/** Validity of the file in ms: RFC 9116, section 2.5.5, recommends less than a year. */
const goodFor = 180 * day

/**
 * Builds security.txt, which tells where to report a vulnerability (RFC 9116).
 * @param contact the operators' email address
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
