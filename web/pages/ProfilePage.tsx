import { ImageField } from "../images/ImageField.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { ProfileForm } from "../users/ProfileForm.tsx";

export function ProfilePage() {
  return (
    <NarrowPage title="Your profile" text="Your name stands beside your votes and surveys, for everybody to see.">
      <ProfileForm imageField={(field) => <ImageField label="Photo" {...field} />} />
    </NarrowPage>
  );
}
