/**
 * A count as pages write it: 1,234. Not by `Intl`, which takes a tenth of a second of a slow phone when it is first used.
 * @param count a whole number
 */
export const groupedNumber = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
