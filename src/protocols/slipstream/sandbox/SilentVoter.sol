// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Returns 0 to every call: the voter of a Slipstream factory that has no gauges, and its legacy factory without
/// pools.
contract SilentVoter {
    fallback() external {
        assembly {
            return(0, 32)
        }
    }
}
