export { type Amount, inWholeUnits, stepOf, unitsIn } from './currencies.ts'
export { formatAmount, formatAmounts, plainAmount } from './format.ts'
export { groupedNumber } from './grouped-number.ts'
export { type AmountRange, readAmount } from './read-amount.ts'
