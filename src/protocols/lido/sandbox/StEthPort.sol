// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not Lido's code: stETH with the real interface and integers, limited to holding, moving and
/// wrapping. Staking buys shares at the rate; reports, withdrawals and fees are left out. `fill` is an addition of
/// ours.
contract StEthPort {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event TransferShares(address indexed from, address indexed to, uint256 sharesValue);

    string public constant name = "Liquid staked Ether 2.0";
    string public constant symbol = "stETH";
    uint8 public constant decimals = 18;

    /// True for the third version, which counts what staking vaults back separately.
    bool private immutable knowsVaults;
    uint256 private internalEther;
    uint256 private internalShares;
    uint256 private vaultShares;
    bool public isStopped;
    mapping(address => uint256) public sharesOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(bool knowsVaults_) {
        knowsVaults = knowsVaults_;
    }

    /// Resets: of all shares `wrapper` gets `wrapped`, the caller the rest.
    function fill(uint256 ether_, uint256 shares, uint256 external_, address wrapper, uint256 wrapped) external {
        (internalEther, internalShares, vaultShares) = (ether_, shares, external_);
        sharesOf[wrapper] = wrapped;
        sharesOf[msg.sender] = shares + external_ - wrapped;
    }

    function setStopped(bool stopped) external {
        isStopped = stopped;
    }

    function submit(address) external payable returns (uint256 shares) {
        shares = getSharesByPooledEth(msg.value);
        (internalEther, internalShares) = (internalEther + msg.value, internalShares + shares);
        sharesOf[msg.sender] += shares;
    }

    function getTotalPooledEther() public view returns (uint256) {
        return internalEther + vaultShares * internalEther / internalShares;
    }

    function totalSupply() external view returns (uint256) {
        return getTotalPooledEther();
    }

    function getTotalShares() external view returns (uint256) {
        return internalShares + vaultShares;
    }

    function getExternalEther() external view returns (uint256) {
        require(knowsVaults, "no such function");
        return vaultShares * internalEther / internalShares;
    }

    function getExternalShares() external view returns (uint256) {
        require(knowsVaults, "no such function");
        return vaultShares;
    }

    function getSharesByPooledEth(uint256 amount) public view returns (uint256) {
        require(amount < type(uint128).max, "ETH_TOO_LARGE");
        return amount * internalShares / internalEther;
    }

    function getPooledEthByShares(uint256 shares) public view returns (uint256) {
        require(shares < type(uint128).max, "SHARES_TOO_LARGE");
        return shares * internalEther / internalShares;
    }

    function balanceOf(address account) external view returns (uint256) {
        return getPooledEthByShares(sharesOf[account]);
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
        if (allowed != type(uint256).max) {
            require(amount <= allowed, "ALLOWANCE_EXCEEDED");
            allowance[from][msg.sender] = allowed - amount;
        }
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        uint256 shares = getSharesByPooledEth(amount);
        require(!isStopped, "CONTRACT_IS_STOPPED");
        require(shares <= sharesOf[from], "BALANCE_EXCEEDED");
        sharesOf[from] -= shares;
        sharesOf[to] += shares;
        emit Transfer(from, to, amount);
        emit TransferShares(from, to, shares);
        return true;
    }
}
