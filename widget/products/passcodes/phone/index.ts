export { createPhoneService, type PhoneService } from './create-phone-service.ts'
export { defaultCountry } from './dial-codes.ts'
export { PhoneField, type TypedPhoneNumber } from './PhoneField.tsx'
export { numberToText, readableNumber } from './read-phone-number.ts'
