/** The error of a field, below it; `describedBy` connects both. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="text-sm font-medium text-danger">
      {error}
    </p>
  );
}
