// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Lets anyone burn what nobody has: for the words of a burn, which do not depend on the token.
contract BurnedToken {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }

    function burn(uint256) external pure {}
}
