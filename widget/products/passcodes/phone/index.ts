export { PhoneField } from './PhoneField.tsx'
export { numberToText, readableNumber } from './read-phone-number.ts'
export { usePhoneService } from './use-phone-service.ts'
