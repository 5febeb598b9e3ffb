import { Profile } from '../../features/profile/profile.tsx'
import { Security } from '../../features/security/security.tsx'
export { Absence as AbsenceScreen } from '../../features/absence/absence.tsx'
export { Notifications as NotificationsScreen } from '../../features/notifications/notifications.tsx'

export function ProfileScreen() {
  return (
    <>
      <Profile />
      <Security />
    </>
  )
}
