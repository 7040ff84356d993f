"""Makes the files to publish, and looks at them: `make dist`."""
