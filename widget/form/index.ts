/**
 * Public interface for product code, apart from React and the provider contract. Lazy product files get all of it from the loading script
 * (`products/fetched-products.ts`).
 */
export { check, type HeadlessClient, type ProjectSettings, retryDelay, type User } from '../client/index.ts'
export type { OAuthProviderOptions, OneTapPosition, OtpMethod, TypedPhoneNumber } from '../products/index.ts'
export { type Attempt, useAttempt } from './attempt/use-attempt.ts'
export type { Settings } from './config/index.ts'
export {
  useElementId,
  useFlowComplete,
  useNewest,
  usePendingUser,
  useUser,
  useWidget,
  type Widget,
} from './context/index.ts'
export { type EmailWay, emailWay, isEmailAddress } from './email/index.ts'
export { errorTypeOf } from './errors/index.ts'
export * from './parts/index.ts'
export type { Screen } from './state/index.ts'
export { createLanguages, createTextLoader, fill, mergeTexts, type TextFile } from './strings/index.ts'
export {
  type PhoneFormProps,
  ProductPart,
  ScreenView,
  type SigningProps,
  useEnterEmail,
  type Views,
  type ViewsOf,
} from './views/index.ts'
