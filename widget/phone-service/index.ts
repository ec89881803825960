export { createPhoneService, type PhoneService } from './create-phone-service.ts'
