// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "./PlainToken.sol";

/// @notice A vault with the formulas of OpenZeppelin's ERC4626, or of vaults that keep a rate in 27 decimals, whose owner
/// makes it lie. What it says is what it would do, except for what was set.
contract HostileVault is PlainToken {
    string public constant symbol = "HOST";
    uint8 public constant decimals = 18;

    PlainToken public immutable asset;
    /// Assets for 10^27 shares; 0: what the vault holds is shared out.
    uint256 private immutable rate;

    uint256 public totalSupply;
    /// Withheld from what either way pays, in parts per million, and no preview tells.
    uint256 private keptPpm;
    /// Neither way is open; only with `admits` does a getter say so.
    bool private frozen;
    bool private admits;
    uint256 private mostDeposit = type(uint256).max;
    /// The question for the deposit limit burns all gas that it is given.
    bool private burns;

    constructor(PlainToken asset_, uint256 rate_) {
        (asset, rate) = (asset_, rate_);
    }

    function setKept(uint256 ppm) external {
        keptPpm = ppm;
    }

    function setFrozen(bool frozen_, bool admits_) external {
        (frozen, admits) = (frozen_, admits_);
    }

    function setMostDeposit(uint256 most) external {
        mostDeposit = most;
    }

    function setBurns(bool burns_) external {
        burns = burns_;
    }

    function paused() external view returns (bool) {
        return frozen && admits;
    }

    function totalAssets() public view returns (uint256) {
        return asset.balanceOf(address(this));
    }

    function maxDeposit(address) external view returns (uint256) {
        while (burns) {}
        return frozen && admits ? 0 : mostDeposit;
    }

    function convertToAssets(uint256 shares) external view returns (uint256) {
        return previewRedeem(shares);
    }

    function previewDeposit(uint256 assets) public view returns (uint256) {
        return rate == 0 ? assets * (totalSupply + 1) / (totalAssets() + 1) : assets * 1e27 / rate;
    }

    function previewRedeem(uint256 shares) public view returns (uint256) {
        return rate == 0 ? shares * (totalAssets() + 1) / (totalSupply + 1) : shares * rate / 1e27;
    }

    function deposit(uint256 assets, address to) external returns (uint256 shares) {
        require(!frozen && assets <= mostDeposit, "closed");
        shares = _net(previewDeposit(assets));
        asset.transferFrom(msg.sender, address(this), assets);
        totalSupply += shares;
        balanceOf[to] += shares;
        emit Transfer(address(0), to, shares);
    }

    function redeem(uint256 shares, address to, address owner) external returns (uint256 assets) {
        require(!frozen && owner == msg.sender, "closed");
        assets = _net(previewRedeem(shares));
        totalSupply -= shares;
        balanceOf[owner] -= shares;
        emit Transfer(owner, address(0), shares);
        asset.transfer(to, assets);
    }

    function _net(uint256 amount) private view returns (uint256) {
        return amount - amount * keptPpm / 1_000_000;
    }
}
