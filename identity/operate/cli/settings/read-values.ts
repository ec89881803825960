import { UsageError } from '../cli-error.ts'

/** The last value given: the one that counts where there can be only one. */
export const last = (values: string[]): string => values.at(-1) ?? ''

/** @throws UsageError */
export const onOff = (values: string[]): boolean => {
  if (last(values) !== 'on' && last(values) !== 'off') throw new UsageError('must be on or off')
  return last(values) === 'on'
}

/** @throws UsageError */
export const number = (values: string[]): number => {
  if (!/^\d{1,7}$/.test(last(values))) throw new UsageError('must be a whole number')
  return Number(last(values))
}

/** A list with these as well. */
export const added = (list: readonly string[], values: string[]): string[] => [...new Set([...list, ...values])]

/** A list without these. */
export const without = (list: readonly string[], values: string[]): string[] =>
  list.filter(item => !values.includes(item))

/** Of `NAME=TEXT`, both; the text may be missing. */
export const named = (values: string[]): [name: string, text: string][] =>
  values.map(value => {
    const at = value.indexOf('=')
    return at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
  })
