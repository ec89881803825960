export { deletePasskey, NameForm } from './NameForm.tsx'
