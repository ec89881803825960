import { useWidget } from '../context/index.ts'

export const Divider = () => {
  const { strings } = useWidget()
  return <div className="siw-divider">{strings.common.or}</div>
}
