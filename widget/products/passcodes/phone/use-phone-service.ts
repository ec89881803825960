import { useWidget } from '../../../form/index.ts'
import { createPhoneService, type PhoneService } from './create-phone-service.ts'

/** The widget's one way to ask about phone numbers. */
export const usePhoneService = (): PhoneService => useWidget().once(createPhoneService)
