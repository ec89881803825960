import type { ComponentType } from 'react'
import type { Screen } from '../state/index.ts'
import { EmailConfirmation } from './EmailConfirmation.tsx'
import { Main } from './Main.tsx'
import { OTPAuthenticate } from './OTPAuthenticate.tsx'
import { OTPConfirmation } from './OTPConfirmation.tsx'
import { PasswordBreached } from './PasswordBreached.tsx'
import { PasswordConfirmation } from './PasswordConfirmation.tsx'
import { PasswordCreateOrLogin } from './PasswordCreateOrLogin.tsx'
import { PasswordDedupe } from './PasswordDedupe.tsx'
import { PasswordForgot } from './PasswordForgot.tsx'
import { PasswordResetForm } from './PasswordResetForm.tsx'
import { PasswordSetNew } from './PasswordSetNew.tsx'

/** The component of every screen. */
export const screenComponents: Readonly<Record<Screen, ComponentType>> = {
  Main,
  EmailConfirmation,
  OTPAuthenticate,
  OTPConfirmation,
  PasswordBreached,
  PasswordConfirmation,
  PasswordCreateOrLogin,
  PasswordDedupe,
  PasswordForgot,
  PasswordResetForm,
  PasswordSetNew,
}
