export { Keys as KeysScreen } from '../../features/keys/keys.tsx'
