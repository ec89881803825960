export { defaultCountry } from './dial-codes.ts'
export { PhoneField, type TypedPhoneNumber } from './PhoneField.tsx'
export { numberToText, readableNumber } from './read-phone-number.ts'
