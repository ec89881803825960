export { Button } from './Button.tsx'
export {
  Alert,
  ErrorText,
  Filled,
  LinkedText,
  Mark,
  PasswordField,
  ProgressBar,
  Spinner,
  TextField,
} from './PasswordField.tsx'
export { Divider, ScreenFrame } from './ScreenFrame.tsx'
