// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SandboxToken} from "./SandboxToken.sol";

/// Burns 1 % of every transfer: the receiver of 100 gets 99.
contract TaxToken is SandboxToken {
    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply)
        SandboxToken(name_, symbol_, decimals_, supply)
    {}

    function _move(address from, address to, uint256 value) internal override {
        uint256 tax = value / 100;
        balanceOf[from] -= value;
        totalSupply -= tax;
        unchecked {
            balanceOf[to] += value - tax;
        }
        emit Transfer(from, to, value - tax);
        emit Transfer(from, address(0), tax);
    }
}
