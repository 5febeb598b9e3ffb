export { Profile as ProfileScreen } from '../../features/profile/profile.tsx'
