import type { ComponentType } from 'react'
import type { Screen } from '../form/state/index.ts'
import { Main } from '../main/Main.tsx'
import { EmailConfirmation } from '../products/email/EmailConfirmation.tsx'
import { OTPAuthenticate } from '../products/passcodes/OTPAuthenticate.tsx'
import { OTPConfirmation } from '../products/passcodes/OTPConfirmation.tsx'
import { PasswordBreached } from '../products/passwords/PasswordBreached.tsx'
import { PasswordConfirmation } from '../products/passwords/PasswordConfirmation.tsx'
import { PasswordCreateOrLogin } from '../products/passwords/PasswordCreateOrLogin.tsx'
import { PasswordDedupe } from '../products/passwords/PasswordDedupe.tsx'
import { PasswordForgot } from '../products/passwords/PasswordForgot.tsx'
import { PasswordResetForm } from '../products/passwords/PasswordResetForm.tsx'
import { PasswordSetNew } from '../products/passwords/PasswordSetNew.tsx'

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
