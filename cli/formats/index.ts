import { asGithub } from './github.ts'
import { asJson } from './json.ts'
import type { Report } from './report.ts'
import { asSarif } from './sarif.ts'
import { asText } from './text.ts'

const formats = { text: asText, json: asJson, sarif: asSarif, github: asGithub } as const satisfies Readonly<
  Record<string, (report: Report) => string>
>
export type FormatName = keyof typeof formats

export const formatNames = Object.keys(formats) as FormatName[]

/** A report as text that ends with a line break, without anything that a terminal obeys. */
export const writeReport = (format: FormatName, report: Report): string => formats[format](report)
