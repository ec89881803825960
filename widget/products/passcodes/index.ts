export { Countdown } from './Countdown.tsx'
export { PasscodeField } from './PasscodeField.tsx'
export { isComplete } from './passcode-digits.ts'
