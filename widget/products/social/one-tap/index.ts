import type { Views } from '../../../form/index.ts'
import { OneTap } from './OneTap.tsx'
import styles from './one-tap.css?inline'

export const views: Views = { screens: {}, styles, Buttons: OneTap, PhoneForm: null, enterEmail: null }
