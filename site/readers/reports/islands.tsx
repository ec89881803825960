import { hydrate } from '../../kit/browser/index.tsx'
import { CheckFile } from './CheckFile.tsx'
import { CopyHash } from './CopyHash.tsx'
import { PrintButton } from './PrintButton.tsx'

hydrate({ 'copy-hash': CopyHash, print: PrintButton, 'check-file': CheckFile })
