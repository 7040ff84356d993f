"""Makes what is published, and looks at it: `make dist`."""
