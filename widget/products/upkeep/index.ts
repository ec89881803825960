export { deletePasskey } from './delete-passkey.ts'
export { NameForm } from './NameForm.tsx'
