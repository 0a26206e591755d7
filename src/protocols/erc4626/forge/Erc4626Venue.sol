// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../../../contracts/test/PlainToken.sol";
import {Code} from "../../../../contracts/forge/rig/Code.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

interface Shares {
    function deposit(uint256 assets, address receiver) external returns (uint256);
    function previewDeposit(uint256 assets) external view returns (uint256);
    function previewRedeem(uint256 shares) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
}

/// @notice OpenZeppelin's vault as published; a share is worth more than one unit of its asset. Token 1 is the vault
/// itself.
contract Erc4626Venue is Venue {
    constructor(address adapter_, address asset, address wrapped_) payable Venue(adapter_, asset, address(0), wrapped_) {
        bytes memory code = Code.recorded("test/contracts/source-pools", "[1].contracts.ShareVault");
        pool = Code.create(code, abi.encode(asset, "Share", "SHARE", uint8(0)));
        coins[1] = pool;
        fund(1, address(this), 1e24);
        fund(0, pool, 3e23); // earned
    }

    function data(uint256 i) external pure override returns (uint48) {
        return uint48(i);
    }

    function foresee(uint256 i, uint256 amountIn) external view override returns (uint256) {
        return i == 0 ? Shares(pool).previewDeposit(amountIn) : Shares(pool).previewRedeem(amountIn);
    }

    function fund(uint256 i, address to, uint256 amount) public override {
        if (i == 0) return super.fund(i, to, amount);
        // A share costs less than two units of its asset.
        super.fund(0, address(this), 2 * amount);
        PlainToken(coins[0]).approve(pool, 2 * amount);
        Shares(pool).deposit(2 * amount, address(this));
        if (to != address(this)) Shares(pool).transfer(to, amount);
    }
}
