// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IStEth {
    function getSharesByPooledEth(uint256 amount) external view returns (uint256);
    function getPooledEthByShares(uint256 shares) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice A port, not Lido's code: wstETH with the real interface and integers.
contract WstEthPort {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Wrapped liquid staked Ether 2.0";
    string public constant symbol = "wstETH";
    uint8 public constant decimals = 18;

    IStEth public immutable stETH;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(IStEth stETH_) {
        stETH = stETH_;
    }

    function wrap(uint256 amount) external returns (uint256 shares) {
        require(amount > 0, "wstETH: can't wrap zero stETH");
        shares = stETH.getSharesByPooledEth(amount);
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
        stETH.transferFrom(msg.sender, address(this), amount);
    }

    function unwrap(uint256 shares) external returns (uint256 amount) {
        require(shares > 0, "wstETH: zero amount unwrap not allowed");
        amount = stETH.getPooledEthByShares(shares);
        balanceOf[msg.sender] -= shares;
        totalSupply -= shares;
        emit Transfer(msg.sender, address(0), shares);
        stETH.transfer(msg.sender, amount);
    }

    function getWstETHByStETH(uint256 amount) external view returns (uint256) {
        return stETH.getSharesByPooledEth(amount);
    }

    function getStETHByWstETH(uint256 shares) external view returns (uint256) {
        return stETH.getPooledEthByShares(shares);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }
}
